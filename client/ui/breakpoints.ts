/** Wide enough for the whole header; at 996 px and below the drawer has it. */
export const WIDE = "(width > 996px)";
