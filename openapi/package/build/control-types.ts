/** A step of the build: writes the types of the control plane, `openapi/types/control.ts`, from its document. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname } from 'node:path';
import { ts } from '@ts-morph/common';
import { load } from 'js-yaml';
import type openapiTypescript from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import { packageFile } from '../package-file';

const DOCUMENT = 'openapi/control.yaml';
const CONTROL_TYPES = packageFile('openapi/types/control.ts');

/** Names that the library gives to schemas of the document. */
const NAMES: Readonly<Record<string, string>> = {
  Allowance: 'AllowanceState',
  Choices: 'ChoicesState',
  ChosenOptions: 'GivenChoices',
  Clock: 'ClockState',
  Error: 'ErrorEnvelope',
  Memory: 'ShownMemory',
  Message: 'RecordedMessage',
  PlainValue: 'Plain',
  Records: 'FoundRecords',
  Session: 'ShownSession',
  SilenceId: 'BehaviourId',
  Usage: 'ShownAccount',
};

/** Of those whose texts are ids in a table of ours. */
const IMPORTED = ['GivenChoices', 'BehaviourId'];

/** What TypeScript says otherwise: an integer may be greater than `number` holds, and a value of any interface is a record. */
const EXACT: Readonly<Record<string, string>> = {
  NewRecord: 'unknown',
  PlainValue: 'string | number | bigint | boolean',
  RecordId: 'number | bigint | string',
  StoredRecord: 'Readonly<Record<string, unknown>>',
};

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** A document as types can say it: no rule for what must or must not be given together, and descriptions in short lines. */
function typed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(typed);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, part]) => !(Array.isArray(part) && ['allOf', 'anyOf'].includes(key) && part.every(isCondition)),
  );
  return Object.fromEntries(kept.map(([key, part]) => [key, key === 'description' ? wrapped(part) : typed(part)]));
}

const isCondition = (schema: Json): boolean =>
  Object.keys(schema).every((key) => ['type', 'required', 'not'].includes(key));

const wrapped = (text: unknown): unknown =>
  typeof text === 'string' ? text.replace(/(?=\S).{1,110}(?=\s|$)\s?/g, (line) => `${line.trimEnd()}\n`).trim() : text;

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

/** Of the generated document, each schema as a type of its own. */
function declarationsOf(nodes: readonly ts.Node[]): readonly ts.Statement[] {
  const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const components = nodes.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === 'components');
  const schemas = members(components).find((member) => nameOf(member) === 'schemas');
  return members(schemas?.type).flatMap((member) => {
    const name = NAMES[nameOf(member)] ?? nameOf(member);
    if (IMPORTED.includes(name)) return [];
    const type = withUndefined(member.type ?? unknownType()) as ts.TypeNode;
    const declared = ts.isTypeLiteralNode(type)
      ? factory.createInterfaceDeclaration(exported, name, undefined, undefined, type.members)
      : factory.createTypeAliasDeclaration(exported, name, undefined, type);
    return ts.setSyntheticLeadingComments(declared, ts.getSyntheticLeadingComments(member));
  });
}

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

async function controlTypes(): Promise<void> {
  const document = typed(load(readFileSync(packageFile(DOCUMENT), 'utf8'))) as OpenAPI3;
  const nodes = await generator(require.cache)(document, {
    immutable: true,
    emptyObjectsUnknown: true,
    defaultNonNullable: false,
    transform(_schema, { path }) {
      const exact = EXACT[path?.replace('#/components/schemas/', '') ?? ''];
      return exact === undefined ? undefined : ts.factory.createTypeReferenceNode(exact);
    },
  });
  const printer = ts.createPrinter();
  const file = ts.createSourceFile(CONTROL_TYPES, '', ts.ScriptTarget.Latest);
  const text = declarationsOf(nodes)
    .map((node) => printer.printNode(ts.EmitHint.Unspecified, node, file))
    .join('\n\n')
    .replace(/components\["schemas"\]\["(\w+)"\]/g, (_, name: string) => NAMES[name] ?? name)
    // Notes of what the type says itself.
    .replace(/^ *(\*|\/\*\*) (@enum|@default|Format:).*\n/gm, '')
    .replace(/@description /g, '')
    .replace(/^( *\*) {5}/gm, '$1 ')
    .replace(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */');
  const header = `/** What the control plane takes and returns. Instants are texts of RFC 3339. */
import type { ${IMPORTED.join(', ')} } from '../behaviours/options';
`;
  mkdirSync(dirname(CONTROL_TYPES), { recursive: true });
  writeFileSync(CONTROL_TYPES, `${header}\n${text}\n`);
}

void controlTypes();
