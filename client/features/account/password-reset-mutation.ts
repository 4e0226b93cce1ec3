import { graphql } from "../../gql";

export const RequestPasswordResetMutation = graphql(`
  mutation RequestPasswordReset($email: String!, $locale: Locale!) {
    requestPasswordReset(email: $email, locale: $locale) {
      problems {
        code
        field
        limit
      }
    }
  }
`);
