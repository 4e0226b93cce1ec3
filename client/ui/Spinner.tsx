import classes from "./Spinner.module.css";

/** As large as the text around it; shown only after 200 ms, by CSS. Decorative: what loads is `aria-busy`. */
export function Spinner({ className = "" }: { className?: string | undefined }) {
  return <span className={`${classes.spinner} ${className}`} aria-hidden="true" />;
}
