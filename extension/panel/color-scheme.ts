/** Dark or light, as the browser has it. */
export function followColorScheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    document.documentElement.dataset.mantineColorScheme = dark.matches ? "dark" : "light";
  };
  apply();
  dark.addEventListener("change", apply);
}
