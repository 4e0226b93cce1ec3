export { YourData } from "./YourData";
