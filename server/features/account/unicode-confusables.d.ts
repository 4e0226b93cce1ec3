/** TypeScript does not find the package's own declaration file. */
declare module "unicode-confusables" {
  /** Replaces each character by the one that Unicode's confusables.txt maps it to. */
  export function rectifyConfusion(input: string): string;
}
