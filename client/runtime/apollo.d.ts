import type { GraphQLCodegenDataMasking } from "@apollo/client/masking";

type Codegen = GraphQLCodegenDataMasking.TypeOverrides;

declare module "@apollo/client" {
  /** The types that codegen writes are masked; Apollo Client learns here how to read them. */
  export interface TypeOverrides {
    FragmentType: Codegen["FragmentType"];
    MaybeMasked: Codegen["MaybeMasked"];
    Unmasked: Codegen["Unmasked"];
  }
}
