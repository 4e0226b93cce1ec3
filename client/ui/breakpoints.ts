/** Wide enough for the whole header; at 996 px and below the drawer replaces it. */
export const WIDE = "(width > 996px)";
