import { PRODUCT_NAME } from "../../contract/product";
import classes from "./Logo.module.css";

/** The pilcrow tile and the product's name, which is not translated. */
export function Logo() {
  return (
    <span className={classes.logo} lang="en" dir="ltr">
      <svg
        className={classes.tile}
        width="1.75rem"
        height="1.75rem"
        viewBox="0 0 64 64"
        aria-hidden="true"
        focusable="false"
      >
        <defs>
          <linearGradient id="logo-tile" x1="0" y1="0" x2="1" y2="1">
            <stop offset="0" stopColor="#2b6a58" />
            <stop offset=".55" stopColor="#397e6a" />
            <stop offset="1" stopColor="#7cc9b2" />
          </linearGradient>
        </defs>
        <rect width="64" height="64" rx="18" fill="url(#logo-tile)" />
        <path
          fill="#fff"
          d="M30 14h18a2.5 2.5 0 0 1 0 5h-2v29a2.5 2.5 0 0 1-5 0V19h-5v29a2.5 2.5 0 0 1-5 0V36h-1a11 11 0 0 1 0-22Z"
        />
      </svg>
      <span className={classes.name}>{PRODUCT_NAME}</span>
    </span>
  );
}
