import {
  defaultFieldResolver,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
} from "graphql";
import { Extensions } from "type-graphql";
import { type AccessLevel, checkAccess, isStricter } from "../domain/access";
import type { RequestContext } from "./context";

/**
 * Declares who may use a field; on a type, the default for its fields. Every field of Query, Mutation and Subscription and every type has to
 * declare it: `enforceAccess` rejects a schema with an undeclared one.
 */
export function Access(level: AccessLevel): ClassDecorator & MethodDecorator & PropertyDecorator {
  return Extensions({ access: level });
}

type Field = GraphQLField<unknown, RequestContext>;

/** Appended to the description of a field, so that the documentation always matches the check. */
const NEEDS: Partial<Record<AccessLevel, string>> = {
  read: "Needs a session or an API token: UNAUTHENTICATED for a visitor.",
  write:
    "Needs a session or an API token that may write: UNAUTHENTICATED for a visitor, FORBIDDEN for a token that may only read.",
  session: "Needs a session: UNAUTHENTICATED for a visitor, FORBIDDEN for an API token.",
  moderator: "Needs the session of a moderator: UNAUTHENTICATED for a visitor, FORBIDDEN for anybody else.",
};

/**
 * Makes a field that fewer people may use than its type nullable: who may not gets null and an error, and all the rest of what they asked for.
 * Makes every field check the caller's access before it resolves, and document the required access.
 * @throws if a field declares no access
 */
export function enforceAccess(schema: GraphQLSchema): GraphQLSchema {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const types = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType<unknown, RequestContext> => isObjectType(type) && !isIntrospectionType(type),
  );
  const undeclared: string[] = [];
  for (const type of types) {
    const typeLevel = roots.includes(type) ? undefined : declaredAccess(type);
    for (const field of Object.values(type.getFields())) {
      const level = declaredAccess(field) ?? typeLevel;
      if (level === undefined) undeclared.push(`${type.name}.${field.name}`);
      else if (level !== "public") {
        guard(field, level);
        if (isStricter(level, typeLevel ?? "public")) field.type = getNullableType(field.type);
      }
    }
  }
  if (undeclared.length > 0) throw new TypeError(`Who may use it? Declare @Access of ${undeclared.join(", ")}.`);
  return schema;
}

/** The access declared for a field, or else for its type. */
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
  const { subscribe } = field;
  if (subscribe) {
    field.subscribe = (source, args, context, info) => {
      checkAccess(context.actor, level);
      return subscribe(source, args, context, info);
    };
  }
  field.description = [field.description, NEEDS[level]].filter(Boolean).join(" ");
}
