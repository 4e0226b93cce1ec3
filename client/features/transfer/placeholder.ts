/** As other sites write a blank. Isolated, so that it keeps its order among Arabic words. */
export const PLACEHOLDER = "\u2066${name}\u2069";
