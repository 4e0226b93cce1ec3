import { HASHING_COST } from "../../features/account/password";

// Tests register some thousand members, and each hash at the site's cost takes as long as a dozen requests.
Object.assign(HASHING_COST, { memoryCost: 8, timeCost: 1 });
