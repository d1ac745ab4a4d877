import { join } from 'node:path';
import { ts } from '@ts-morph/common';
import { packageFile } from '../openapi/package/package-file';

const PROGRAM = packageFile('program.mts');

/** Where TypeScript has the types of the language. */
const LANGUAGE = packageFile(`node_modules/@typescript/typescript-${process.platform}-${process.arch}/lib`);

/** What each program below begins with. */
const BEFORE = `
import {
  type Api, connectMock, createMock, type FaultRule, type Mock, type SessionClient, type StartedMock, startMock,
} from 'animal-store-contract';
interface Shop extends Api {
  keys: 'small' | 'large' | 'old';
  revokedKeys: 'old';
  operations: 'listShelves';
  records: { shelves: { id: number; title: string } };
}
declare const mock: StartedMock;
declare const session: SessionClient;
declare const shop: Mock<Shop>;
`;

/** With the shipped contract, and with an own one. */
const RIGHT = [
  'let known: SessionClient = await mock.session();',
  'const rule: FaultRule = { status: 503 };',
  'await known.faults.add(rule);',
  'await mock.allowances.set("revoked", { left: { day: 0 }, bannedSeconds: 0 });',
  'const hourly = await mock.session({ plans: { Free: { hour: 3 } } });',
  'await hourly.allowances.set("free", { left: { hour: 0 } });',
  'known = hourly;',
  'const name: string | undefined = (await mock.state()).records.pets[0]?.name;',
  'await mock.restore({ records: { pets: [{ id: 9007199254740993n, name: known.apiKeys.free, categoryId: 1 }] } });',
  'await mock.restore(await mock.state());',
  'const own = await startMock({ document: "shop.yaml" });',
  'await own.allowances.set("small", { left: { hour: 0 } });',
  'await (await createMock({ keys: "keys.json" })).requests({ key: "small", operationId: "any" });',
  'const far = await connectMock<Shop>("http://127.0.0.1:4010");',
  'const key: string = (await far.session()).apiKeys.small;',
  'const typed: Mock<Shop> = await createMock<Shop>({ document: "shop.yaml" });',
  'const title = (await shop.state()).records.shelves[0]?.title.trim();',
  'const both: StartedMock<Api>[] = [mock, own];',
  'await using disposed = await startMock();',
  'await using session2 = await disposed.session();',
  'export { both, key, name, title, typed };',
];

const KEYS = '"free" | "pro" | "business" | "enterprise" | "revoked"';

const WRONG: readonly (readonly [line: string, message: string])[] = [
  ['startMock({ prot: 1 })', "'prot' does not exist in type 'StartOptions<string | undefined>'."],
  ['createMock({ prot: 1 })', "'prot' does not exist in type 'MockOptions<string | undefined>'."],
  [
    'connectMock("", { timeout: 1 })',
    "'timeout' does not exist in type 'ConnectOptions'. Did you mean to write 'timeoutMs'?",
  ],
  [
    'mock.session({ nam: "x" })',
    "'nam' does not exist in type 'SessionOptions<AnimalStore, undefined>'. Did you mean to write 'name'?",
  ],
  ['mock.session({ plans: { Fre: "unlimited" } })', "Did you mean to write 'Free'?"],
  ['session.apiKeys.fre', "Property 'fre' does not exist on type '{ readonly free: string; "],
  ['session.apiKeys.revoked', "Property 'revoked' does not exist on type"],
  ['mock.allowances.set("fre", {})', `Argument of type '"fre"' is not assignable to parameter of type '${KEYS}'.`],
  [
    'session.allowances.set("free", { left: { hour: 0 } })',
    "'hour' does not exist in type '{ readonly minute?: number; readonly day?: number; }'.",
  ],
  ['mock.faults.add({ times: 1 })', "Property 'status' is missing in type '{ times: number; }'"],
  [
    'mock.faults.add({ stats: 503 })',
    "'stats' does not exist in type 'FaultRule<AnimalStore>'. Did you mean to write 'status'?",
  ],
  ['mock.faults.add({ status: 503, operationId: "listPet" })', `Did you mean '"listPets"'?`],
  ['mock.requests({ operationId: "listPet" })', `Did you mean '"listPets"'?`],
  [
    'mock.restore({ records: { pets: [{ id: 1 }] } })',
    "missing the following properties from type '{ readonly name: string; ",
  ],
  ['shop.requests({ operationId: "listShelfs" })', `'"listShelfs"' is not assignable to type '"listShelves"'.`],
  ['shop.allowances.set("smal", {})', `'"smal"' is not assignable to parameter of type '"small" | "large" | "old"'.`],
  ['void (await shop.session()).apiKeys.old', "Property 'old' does not exist on type"],
];

const SHOWN: readonly (readonly [name: string, line: string, text: string])[] = [
  ['port', 'startMock({ port: 1 })', 'Port to listen on; 0 takes a free one. Default: 0.'],
  [
    'document',
    'startMock({ document: "x" })',
    'OpenAPI document: file, URL, or - for standard input. Default: the shipped one.',
  ],
  ['keys', 'createMock({ keys: "x" })', 'API keys: a JSON file. Default: the shipped demo keys.'],
  [
    'timeoutMs',
    'connectMock("", { timeoutMs: 1 })',
    'Milliseconds to wait for each answer of the control plane. Default: 10000.',
  ],
  [
    'seed',
    'mock.session({ seed: 1 })',
    'Of generated values, and of faults with a probability. When left out, that of the mock.',
  ],
  ['plans', 'mock.session({ plans: "unlimited" })', 'Other figures for plans of the contract'],
];

/** The program that an editor has open, with the types as they are in the package. */
const TEXT = [BEFORE, ...RIGHT, ...WRONG.map(([line]) => line), ...SHOWN.map(([, line]) => line)].join('\n');

const OPTIONS: ts.CompilerOptions = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  types: [],
  paths: { 'animal-store-contract': [packageFile('dist/types/index.d.ts')] },
};

function openEditor(): ts.LanguageService {
  const read = (path: string): string | undefined => (path === PROGRAM ? TEXT : ts.sys.readFile(path));
  return ts.createLanguageService({
    getCompilationSettings: () => OPTIONS,
    getScriptFileNames: () => [PROGRAM],
    getScriptVersion: () => '1',
    getScriptSnapshot(path) {
      const found = read(path);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    getCurrentDirectory: () => packageFile('.'),
    getDefaultLibFileName: (given) => join(LANGUAGE, ts.getDefaultLibFileName(given)),
    fileExists: (path) => read(path) !== undefined,
    readFile: read,
  });
}

let editor: ts.LanguageService;
/** What the editor says, each with the line that it is about. */
let said: readonly { readonly line: string; readonly message: string }[];
beforeAll(() => {
  editor = openEditor();
  const found = [...editor.getCompilerOptionsDiagnostics(), ...editor.getSemanticDiagnostics(PROGRAM)];
  said = found.map(({ start = 0, messageText }) => ({
    line: TEXT.slice(TEXT.lastIndexOf('\n', start) + 1).split('\n', 1)[0] ?? '',
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }));
});

test('what is right compiles', () => {
  const wrong = WRONG.map(([line]) => line);
  expect(said.filter(({ line }) => !wrong.includes(line))).toEqual([]);
});

test.each(WRONG)('%s does not compile, and it is said why', (wrong, expected) => {
  expect(said.filter(({ line }) => line === wrong)).toEqual([
    { line: wrong, message: expect.stringContaining(expected) },
  ]);
});

test.each(SHOWN)('the editor shows what %s is in %s', (name, line, expected) => {
  const info = editor.getQuickInfoAtPosition(PROGRAM, TEXT.lastIndexOf(line) + line.lastIndexOf(name));
  expect(ts.displayPartsToString(info?.documentation)).toContain(expected);
});
