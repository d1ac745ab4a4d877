import type { ErrorObject } from 'ajv';
import { ancestorsOf, groupedBy, type JsonObject, pointerTo } from '../json/value';
import { memoizedByText } from '../memo/memo';
import { ContractError, type Fault } from '../model/problem';
import { CORRECT } from '../repair/draft';
import { TooMuch } from './limits';
import { createParser } from './swagger-parser';
import { unfold } from './unfold';

/** References have been followed. */
const OPTIONS = { resolve: { external: false }, dereference: { excludedPathMatcher: () => true } };

/** What was found in each document: swagger-parser compiles OpenAPI's schema whenever it validates, which takes up to a tenth of a second. */
const known = memoizedByText<{ faults?: readonly Fault[] }>(() => ({}));

/** Where a document whose references have been followed is not what OpenAPI's own schema asks for; a digest tells documents apart. */
export async function structureFaults(name: string, document: JsonObject, sha256: string): Promise<readonly Fault[]> {
  const memo = known(sha256);
  memo.faults ??= await validate(name, document);
  return memo.faults;
}

async function validate(name: string, document: JsonObject): Promise<readonly Fault[]> {
  try {
    await createParser().validate('file:///document', judged(document), OPTIONS);
    return [];
  } catch (error) {
    if (error instanceof TooMuch) throw new ContractError(name, '', `${error.message}.`, error.remedy);
    // What the parser's own error has of ajv's.
    const { details } = error as { readonly details?: readonly ErrorObject[] };
    if (details === undefined) throw error;
    return findingsOf(details);
  }
}

/** The document as swagger-parser judges it: of a version that it knows, and by the schema of OpenAPI 3. */
function judged(document: JsonObject): JsonObject {
  const openapi = String(document.openapi).startsWith('3.1') ? '3.1.0' : '3.0.3';
  // A document with `swagger` would be one of Swagger 2.0; where it has no value the field counts as an unknown one.
  const swagger = document.swagger === undefined ? {} : { swagger: undefined };
  return { ...unfold(document), openapi, ...swagger };
}

/** One fault for a place: of a choice between schemas by the one that was meant, as far as that can be told. */
function findingsOf(found: readonly ErrorObject[]): readonly Fault[] {
  const errors = ofMeantBranches(found.filter(({ instancePath }) => !BY_TYPE.test(instancePath)));
  const places = groupedBy(errors, ({ instancePath }) => instancePath);
  const inside = new Set([...places.keys()].flatMap(ancestorsOf));
  return [...places].flatMap(([place, there]) => {
    const telling = there.filter((error) => !isUnion(error) && !isAboutReference(error));
    // What is wrong further inside says more.
    const chosen = inside.has(place) ? telling.filter((error) => !isUnevaluated(error, inside)) : telling;
    const [union] = there;
    if (chosen.length === 0) return inside.has(place) || union === undefined ? [] : [faultOf(union)];
    // Of what a union asks for at one place, each alternative has its own errors.
    const isOfUnion = there.some(isUnion);
    return (isOfUnion ? mostHelpful(chosen) : distinct(chosen)).map(faultOf);
  });
}

const isUnion = ({ keyword, schemaPath }: ErrorObject): boolean =>
  keyword === 'oneOf' || keyword === 'anyOf' || keyword === 'if' || (keyword === 'not' && !isExclusive(schemaPath));

const isExclusive = (schemaPath: string): boolean => schemaPath.includes('ExampleXORExamples');

/** Which fields they may have depends on their type, so OpenAPI's schema finds fault with the type: `securityScheme` looks at them. */
const BY_TYPE = /^\/components\/securitySchemes\//;

/** Without the errors by other schemas of a choice than those whose own choices of words fit, where there are such. */
function ofMeantBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = new Set(errors.filter(isUnion).map(({ schemaPath, instancePath }) => `${schemaPath} ${instancePath}`));
  const branchOf = (error: ErrorObject): string | undefined => {
    const [, path, index] = /^(.*\/(?:oneOf|anyOf))\/(\d+)\//.exec(error.schemaPath) ?? [];
    const place = [error.instancePath, ...ancestorsOf(error.instancePath)].find((at) => unions.has(`${path} ${at}`));
    return place === undefined ? undefined : `${path} ${place} ${index}`;
  };
  const branches = errors.map(branchOf);
  const refused = new Set(branches.filter((_, at) => errors[at]?.keyword === 'enum' && isChoice(errors[at])));
  return errors.filter((_, at) => {
    const branch = branches[at];
    return branch === undefined || !refused.has(branch);
  });
}

/** Whether it is about the field by which OpenAPI tells its objects apart. */
const isChoice = ({ instancePath }: ErrorObject): boolean => /\/(in|type)$/.test(instancePath);

/** A place that is no reference, though it could be one. */
const isAboutReference = ({ params }: ErrorObject): boolean => params.missingProperty === '$ref';

/** A field counts as unknown where what it holds is wrong. */
const isUnevaluated = ({ keyword, instancePath, params }: ErrorObject, inside: ReadonlySet<string>): boolean =>
  keyword === 'unevaluatedProperties' && inside.has(pointerTo(instancePath, String(params.unevaluatedProperty)));

const distinct = (errors: readonly ErrorObject[]): readonly ErrorObject[] => [
  ...new Map(errors.map((error) => [explain(error), error])).values(),
];

/** The choice that a field asks for, else an unknown field, else what comes first. */
function mostHelpful(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unknown = distinct(errors.filter(({ keyword }) => keyword === 'additionalProperties'));
  return unknown.length > 0 ? unknown : errors.slice(0, 1);
}

const faultOf = (error: ErrorObject): Fault => ({
  pointer: error.instancePath,
  problem: `${explain(error)}.`,
  remedy: REMEDIES[error.keyword] ?? 'It is read as far as it is understood.',
  correction: CORRECT,
});

const REMEDIES: Readonly<Record<string, string>> = {
  additionalProperties: 'The field is ignored.',
  unevaluatedProperties: 'The field is ignored.',
  required: 'It is read without.',
};

function explain(error: ErrorObject): string {
  const { keyword, params } = error;
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const name = params.additionalProperty ?? params.unevaluatedProperty;
    return `"${String(name)}" is not a field that OpenAPI has here`;
  }
  if (keyword === 'required') return `"${String(params.missingProperty)}" is missing`;
  if (keyword === 'enum') return `expected one of ${(params.allowedValues as unknown[]).join(', ')}`;
  if (keyword === 'not') return '"example" and "examples" exclude each other';
  return error.message ?? 'not what OpenAPI asks for here';
}
