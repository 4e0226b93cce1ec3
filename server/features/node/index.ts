export { NodeResolver } from "./node.resolver";
