export const PRODUCT_NAME = "Polyprompt";

export const BRAND_COLOR = "#397e6a";
