/** The package declares its types in a file that TypeScript does not find. */
declare module "unicode-confusables" {
  /** Each character as the one that Unicode's confusables.txt maps it to. */
  export function rectifyConfusion(input: string): string;
}
