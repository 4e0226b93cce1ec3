import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { isEnumType, isInputObjectType, isIntrospectionType, isObjectType, isSpecifiedScalarType } from "graphql";
import { expect, test } from "vitest";
import { schema } from "./schema";

test("schema.graphql is what npm run schema emits", async () => {
  const print = `const { importTypeScript } = await import("./.ci/typescript.mjs");
    const { emitSchema } = await importTypeScript("/server/schema.ts");
    process.stdout.write(emitSchema());`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", print]);
  expect(stdout).toBe(readFileSync("schema.graphql", "utf8"));
});

test("the schema and every type, field, argument and enum value of it has a description", () => {
  const undescribed: string[] = [];
  const check = (name: string, described: { description?: string | null | undefined }) => {
    if (!described.description?.trim()) undescribed.push(name);
  };
  check("schema", schema());
  for (const type of Object.values(schema().getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    check(type.name, type);
    if (isEnumType(type)) for (const value of type.getValues()) check(`${type.name}.${value.name}`, value);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) check(`${type.name}.${field.name}`, field);
    if (isObjectType(type)) {
      for (const field of Object.values(type.getFields())) {
        check(`${type.name}.${field.name}`, field);
        for (const argument of field.args) check(`${type.name}.${field.name}(${argument.name})`, argument);
      }
    }
  }
  expect(undescribed).toEqual([]);
});
