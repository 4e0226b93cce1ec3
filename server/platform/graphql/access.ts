import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
} from "graphql";
import { Extensions } from "type-graphql";
import { type AccessLevel, checkAccess } from "../domain/access";
import type { RequestContext } from "./context";

/**
 * Declares who may use a field; on a type, who may use those of its fields that do not say so themselves. Each field of Query
 * and Mutation declares it, and so does each type: `enforceAccess` refuses a schema in which anything does not.
 */
export function Access(level: AccessLevel): ClassDecorator & MethodDecorator & PropertyDecorator {
  return Extensions({ access: level });
}

type Field = GraphQLField<unknown, RequestContext>;

/** What the description of a field says of it, so that it cannot say anything else than what is checked. */
const NEEDS: Partial<Record<AccessLevel, string>> = {
  read: "Needs a session or an API token: UNAUTHENTICATED for a visitor.",
  write:
    "Needs a session or an API token that may write: UNAUTHENTICATED for a visitor, FORBIDDEN for a token that may only read.",
  session: "Needs a session: UNAUTHENTICATED for a visitor, FORBIDDEN for an API token.",
  moderator: "Needs the session of a moderator: UNAUTHENTICATED for a visitor, FORBIDDEN for anybody else.",
};

/**
 * Makes every field check first whether who asks may use it, and describe who may.
 * @throws where something does not declare who may use it
 */
export function enforceAccess(schema: GraphQLSchema): GraphQLSchema {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const types = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType<unknown, RequestContext> => isObjectType(type) && !isIntrospectionType(type),
  );
  const undeclared: string[] = [];
  for (const type of types) {
    const ofType = roots.includes(type) ? undefined : declaredAccess(type);
    for (const field of Object.values(type.getFields())) {
      const level = declaredAccess(field) ?? ofType;
      if (level === undefined) undeclared.push(`${type.name}.${field.name}`);
      else if (level !== "public") guard(field, level);
    }
  }
  if (undeclared.length > 0) throw new TypeError(`Who may use it? Declare @Access of ${undeclared.join(", ")}.`);
  return schema;
}

/** Who may use a field, by its own declaration or by that of its type. */
export function accessOf(type: GraphQLObjectType, fieldName: string): AccessLevel | undefined {
  const field = type.getFields()[fieldName] as Field | undefined;
  return (field && declaredAccess(field)) ?? declaredAccess(type);
}

function declaredAccess({ extensions }: GraphQLObjectType | Field): AccessLevel | undefined {
  return extensions["access"] as AccessLevel | undefined;
}

function guard(field: Field, level: AccessLevel): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (source, args, context, info) => {
    checkAccess(context.actor, level);
    return resolve(source, args, context, info);
  };
  field.description = [field.description, NEEDS[level]].filter(Boolean).join(" ");
}
