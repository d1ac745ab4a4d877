/** TypeScript's types of a document's schemas, by openapi-typescript. */
import Module from 'node:module';
import { ts } from '@ts-morph/common';
import type openapiTypescript from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';

type Json = Readonly<Record<string, unknown>>;

/** What the types say otherwise than the document. */
export interface Wording {
  /** Names that the library gives to schemas of the document. */
  readonly names?: Readonly<Record<string, string>>;
  /** Schemas that are not declared: other modules have them. */
  readonly imported?: readonly string[];
  /** Schemas that say in `anyOf` of which members a value must have one at least, where types are to say so. */
  readonly withOneOf?: readonly string[];
  /** The type of a schema, or of a part of one; undefined for what the document says. */
  exactType(path: string, schema: Json): string | undefined;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/**
 * A schema, or a map of schemas, as types can say it: without rules for what must or must not be given together, with
 * descriptions in short lines, and with the types that are worded otherwise.
 *
 * @param path such as `Pattern/query`, the name of a schema and of a property
 */
function typed(value: unknown, path: string, exactType: Wording['exactType']): unknown {
  if (Array.isArray(value)) return value.map((part) => typed(part, path, exactType));
  if (!isObject(value)) return value;
  const exact = exactType(path, value);
  if (exact !== undefined) return { description: wrapped(value.description), nullable: value.nullable, [EXACT]: exact };
  const kept = Object.entries(value).filter(
    ([key, part]) => !(Array.isArray(part) && ['allOf', 'anyOf'].includes(key) && part.every(isCondition)),
  );
  return Object.fromEntries(
    kept.map(([key, part]) => [key, key === 'description' ? wrapped(part) : typed(part, below(path, key), exactType)]),
  );
}

const EXACT = 'x-exact-type';

const below = (path: string, key: string): string =>
  key === 'properties' ? path : path === '' ? key : `${path}/${key}`;

const isCondition = (schema: Json): boolean =>
  Object.keys(schema).every((key) => ['type', 'required', 'not'].includes(key));

const wrapped = (text: unknown): unknown =>
  typeof text === 'string' ? text.replace(/(?=\S).{1,110}(?=\s|$)\s?/g, (line) => `${line.trimEnd()}\n`).trim() : text;

/** The members of which a schema must have one at least; none where it says nothing of the kind. */
function oneOfMembers(schema: unknown): readonly string[] {
  const parts = isObject(schema) && Array.isArray(schema.anyOf) ? schema.anyOf : [];
  return parts.every((part) => isObject(part) && Object.keys(part).join() === 'required')
    ? parts.flatMap(({ required }) => required)
    : [];
}

/**
 * TypeScript 7 has no JavaScript API: openapi-typescript gets the 5 that `@ts-morph/common` carries. (An alias of
 * typescript@5 would bring a second `tsc`.)
 */
function generator(cache: NodeJS.Require['cache']): typeof openapiTypescript {
  const typescript = require.resolve('typescript');
  cache[typescript] = Object.assign(new Module(typescript), { exports: ts, loaded: true });
  return (require('openapi-typescript') as { readonly default: typeof openapiTypescript }).default;
}

const factory = ts.factory;

/** Lets a program with `exactOptionalPropertyTypes` pass undefined for what may be left out. */
function withUndefined(node: ts.Node): ts.Node {
  const visited = ts.visitEachChild(node, withUndefined, undefined);
  if (!ts.isPropertySignature(visited) || visited.questionToken === undefined) return visited;
  const { modifiers, name, questionToken, type = unknownType() } = visited;
  if (type.kind === ts.SyntaxKind.UnknownKeyword) return visited;
  const undefinable = factory.createUnionTypeNode([
    type,
    factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword),
  ]);
  return factory.updatePropertySignature(visited, modifiers, name, questionToken, undefinable);
}

const unknownType = () => factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword);

const members = (node: ts.Node | undefined): readonly ts.PropertySignature[] =>
  node !== undefined && (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node))
    ? node.members.filter(ts.isPropertySignature)
    : [];

const nameOf = ({ name }: ts.PropertySignature): string => ('text' in name ? String(name.text) : '');

/** A schema as text. */
interface Declared {
  readonly name: string;
  readonly comment: string;
  /** What stands behind the name. */
  readonly type: string;
  /** Of which members it must have one at least; none where it does not matter. */
  readonly oneOf: readonly string[];
  readonly isObject: boolean;
}

async function declared(schemas: Readonly<Record<string, unknown>>, wording: Wording): Promise<readonly Declared[]> {
  const document: unknown = {
    openapi: '3.0.3',
    info: { title: '', version: '' },
    paths: {},
    components: { schemas: typed(schemas, '', wording.exactType) },
  };
  // The cast is true of schemas that the contract's reader takes.
  const nodes = await generator(require.cache)(document as OpenAPI3, {
    immutable: true,
    emptyObjectsUnknown: true,
    defaultNonNullable: false,
    transform(schema) {
      const exact = EXACT in schema ? String(schema[EXACT]) : undefined;
      return exact === undefined ? undefined : factory.createTypeReferenceNode(exact);
    },
  });
  const components = nodes.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === 'components');
  const found = members(members(components).find((member) => nameOf(member) === 'schemas')?.type);
  return found.map((member) => {
    const type = withUndefined(member.type ?? unknownType());
    const comments = ts.getSyntheticLeadingComments(member);
    const statement = ts.setSyntheticLeadingComments(factory.createEmptyStatement(), comments);
    return {
      name: nameOf(member),
      comment: tidy(printed(statement).replace(/;$/, '')),
      type: tidy(printed(type)),
      oneOf: wording.withOneOf?.includes(nameOf(member)) === true ? oneOfMembers(schemas[nameOf(member)]) : [],
      isObject: ts.isTypeLiteralNode(type),
    };
  });
}

const printed = (node: ts.Node): string =>
  ts.createPrinter().printNode(ts.EmitHint.Unspecified, node, ts.createSourceFile('', '', ts.ScriptTarget.Latest));

const tidy = (text: string): string =>
  text
    // Notes of what the type says itself.
    .replace(/^ *(\*|\/\*\*) (@enum|@default|Format:).*\n/gm, '')
    .replace(/@description /g, '')
    .replace(/^( *\*) {5}/gm, '$1 ')
    .replace(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */');

const REFERENCE = /components\["schemas"\]\["(\w+)"\]/g;

/**
 * A declaration for each of a document's schemas, as text. One that says `A`, or refers to one that does, has the
 * parameter `A extends Api`.
 */
export async function schemaTypes(schemas: Readonly<Record<string, unknown>>, wording: Wording): Promise<string> {
  const { names = {}, imported = [] } = wording;
  const all = (await declared(schemas, wording)).filter(({ name }) => !imported.includes(name));
  const generic = new Set(all.filter(({ type }) => /\bA\["|<A>/.test(type)).map(({ name }) => name));
  const refersToOne = ({ type }: Declared): boolean =>
    [...type.matchAll(REFERENCE)].some(([, name = '']) => generic.has(name));
  for (let before = -1; before < generic.size; ) {
    before = generic.size;
    for (const one of all.filter(refersToOne)) generic.add(one.name);
  }
  const nameFor = (name: string, parameter: string): string =>
    (names[name] ?? name) + (generic.has(name) ? parameter : '');
  return all
    .map(({ name, comment, type, oneOf, isObject: isInterface }) => {
      const head = nameFor(name, '<A extends Api = Api>');
      const body = type.replace(REFERENCE, (_, other: string) => nameFor(other, '<A>'));
      if (!isInterface) return `${comment}export type ${head} = ${body};`;
      if (oneOf.length === 0) return `${comment}export interface ${head} ${body}`;
      // TypeScript names the last of them where none is given.
      const given = oneOf.toReversed().map((member) => `{ readonly ${member}: {} | null }`);
      const members = head.replace(/^\w+/, '$&Members');
      const whole = `${nameFor(name, '<A>').replace(/^\w+/, '$&Members')} & (${given.join(' | ')})`;
      return `export interface ${members} ${body}\n\n${comment}export type ${head} = ${whole};`;
    })
    .join('\n\n');
}
