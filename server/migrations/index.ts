import { CreateLibrary20261121100000 } from "./20261121100000-create-library";

/** In the order in which they run. */
export const migrations = [CreateLibrary20261121100000];
