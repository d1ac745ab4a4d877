/**
 * `@apidevtools/swagger-parser`: reads the files that references lead to (`referenced-files.ts`), validates the structure of documents
 * (`validate.ts`). What is done without it, and why:
 *
 * - The text of a document is read by `parseYaml`: its own YAML rounds integers over 2^53.
 * - References are followed by `follow.ts`. After a reference to nowhere its `dereference` goes on with null in its place (by
 *   `continueOnError`), but says neither where the second such reference stands nor how it was written; it keeps one of two
 *   keywords that a reference and what stands beside it both have, and not the file that a part is from.
 */
interface Parser {
  /** Reads what the references in a document lead to, and gives each file's value by its URL. */
  resolve(base: string, document: object, options: object): Promise<{ get(url: string): unknown }>;
  /** @throws an error with `details`, those of ajv, for a document that is not what OpenAPI's schema asks for */
  validate(base: string, document: object, options: object): Promise<unknown>;
}

/** Loaded when the first document needs it, since that takes a fifth of a start: those that the build has validated do not. */
export function createParser(): Parser {
  // Its own types know no document that is yet to be validated.
  const SwaggerParser = require('@apidevtools/swagger-parser') as new () => Parser;
  return new SwaggerParser();
}
