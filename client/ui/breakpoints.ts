/** Wide enough for the whole header; at 996 px and below, or more in large text, the drawer replaces it. */
export const WIDE = "(width > 62.25em)";
