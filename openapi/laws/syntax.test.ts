import { dirname } from 'node:path';
import { circlesIn, wrongImports } from './testing/arrows';
import { folderOf, LARGER, LAYERS, layerOf } from './testing/layers';
import { isIn, readSource, SOURCES, sourceOf } from './testing/sources';
import { stateIn } from './testing/state';

// One file for all laws that go by the syntax tree, since it takes seconds to parse all code.

describe('data flows down', () => {
  test('there is code to look at', () => {
    expect(SOURCES.length).toBeGreaterThan(400);
  });

  test('every folder of code has its layer', () => {
    const missing = SOURCES.filter(({ path }) => layerOf(path) === undefined).map(({ path }) => folderOf(path));
    expect([...new Set(missing)].map((folder) => `${folder} has no line in LAYERS`)).toEqual([]);
  });

  test('every layer has its folder', () => {
    const folders = new Set(SOURCES.map(({ path }) => folderOf(path)));
    const empty = Object.values(LAYERS).flatMap(({ layers }) => layers.filter((folder) => !folders.has(folder)));
    expect(empty.map((folder) => `LAYERS has ${folder}, where no code is`)).toEqual([]);
  });

  test("what a page has in a module's place stands beside that module", () => {
    const paths = new Set(SOURCES.map(({ path }) => path));
    const forPages = [...paths].filter((path) => path.endsWith('.browser.ts'));
    expect(forPages.length).toBeGreaterThan(5);
    expect(forPages.filter((path) => !paths.has(path.replace('.browser.ts', '.ts')))).toEqual([]);
  });

  test('no import goes up, to a part that it does not stand on, or to what only tests use', () => {
    expect(SOURCES.flatMap(wrongImports)).toEqual([]);
  });

  test('no file needs itself by way of others, not even by its types', () => {
    expect(circlesIn(SOURCES)).toEqual([]);
  });

  test('a folder of a program or the contract has about a dozen modules, or a reason to have more', () => {
    const counts = new Map<string, number>();
    // What a page has in a module's place is no other idea.
    const modules = SOURCES.filter(({ path }) => !path.endsWith('.browser.ts'));
    for (const { path } of modules) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    const large = [...counts].filter(([folder, count]) => {
      const isMeant = /^(conformance|mock|openapi)\b/.test(folder);
      return isMeant && count > (LARGER[folder]?.most ?? 14);
    });
    expect(large.map(([folder, count]) => `${folder} has ${count} modules: it is two ideas`)).toEqual([]);
  });

  test.each([
    ['mock', 8],
    ['conformance', 8],
    ['openapi/contract', 12],
  ])('%s/ has at most %d files outside of its folders', (folder, most) => {
    const loose = SOURCES.map(({ path }) => path).filter((path) => dirname(path) === folder);
    expect(loose.length > most ? `${folder}/ has ${loose.length}: ${loose.join(', ')}` : '').toBe('');
  });
});

describe('a wrong import is seen', () => {
  test.each([
    ['mock/http/a.ts', `import '../world/world';`, /mock\/world is above mock\/http/],
    ['mock/http/a.ts', `import "../world/world";`, /above/],
    ['mock/http/a.ts', `import type { World } from '../world/world';`, /above/],
    ['mock/http/a.ts', `import {\n  type World,\n} from '../world/world';`, /above/],
    ['mock/http/a.ts', `import * as all from '../world/world.js';`, /above/],
    ['mock/http/a.ts', `export * from '../world/world';`, /above/],
    ['mock/http/a.ts', `export { createWorlds } from "../world/worlds";`, /above/],
    ['mock/http/a.ts', `export type { World } from '../world/world';`, /above/],
    ['mock/http/a.ts', `const world = require('../world/world');`, /above/],
    ['mock/http/a.ts', `import world = require('../world/world');`, /above/],
    ['mock/http/a.ts', `const load = () => import('../world/world');`, /above/],
    ['mock/http/a.ts', 'const load = () => import(`../world/world`);', /above/],
    ['mock/http/a.ts', `type World = import('../world/world').World;`, /above/],
    ['mock/http/a.ts', `type World = typeof import("../world/world");`, /above/],
    ['mock/http/a.ts', `/// <reference path="../world/world.ts" />`, /above/],
    ['mock/http/a.ts', `declare module '../world/world' {}`, /above/],
    ['mock/http/a.ts', `import '..';`, /mock is above mock\/http/],
    ['mock/console/page/model/a.ts', `import { App } from '../App';`, /above/],
    ['mock/world/a.ts', `import { x } from './testing/records';`, /only tests use/],
    ['mock/world/stores/a.ts', `import { x } from './records.behaviour';`, /only tests use/],
    ['mock/world/a.ts', `import './world.test';`, /only tests use/],
    ['mock/world/a.ts', `import { parse } from '../../openapi/laws/testing/syntax';`, /only tests use/],
    ['conformance/run/a.ts', `import '../../tools/selftest/server/server';`, /may import only from/],
    ['conformance/run/a.ts', `import '../../mock';`, /may import only from/],
    ['tools/selftest/a.ts', `import '../../mock/http/headers';`, /may import only from/],
    ['tools/selftest/server/a.ts', `import '../faults';`, /above/],
    ['mock/http/a.ts', `import '../../openapi/contract/load';`, /may import only from/],
    ['openapi/program/a.ts', `import '../contract';`, /may import only from/],
    ['openapi/contract/json/a.ts', `import '..';`, /above/],
    ['mock/nowhere/a.ts', `import '../http/headers';`, /mock\/nowhere has no line/],
    ['mock/http/a.ts', `import './not-there';`, /leads to no file/],
    ['mock/http/a.ts', `import { startMock } from 'animal-store-contract';`, /leads to no file/],
    ['mock/http/a.ts', `const load = (name: string) => import(name);`, /works out what it loads/],
    ['mock/http/a.ts', `const load = require; load('../world/world');`, /works out what it loads/],
    ['mock/http/a.ts', `import { createRequire } from 'node:module';`, /works out what it loads/],
  ])('in %s: %s', (path, text, sentence) => {
    expect(wrongImports(readSource(path, text))).toEqual([expect.stringMatching(sentence)]);
  });

  test.each([
    ['mock/world/a.ts', `import { x } from '../http/headers';`],
    ['mock/http/a.ts', `import './headers';`],
    ['mock/http/a.ts', `import { join } from 'node:path'; import express from 'express';`],
    ['mock/http/a.ts', `import { parseJson } from '../../openapi/contract';`],
    ['mock/http/a.ts', `// import '../world/world'\nconst text = "import '../world/world'";`],
    ['tools/selftest/a.ts', `import { CHECKS } from '../../conformance/checks';`],
  ])('but not in %s: %s', (path, text) => {
    expect(wrongImports(readSource(path, text))).toEqual([]);
  });

  test.each([
    [{ a: ['a'] }, ['a imports a']],
    [{ a: ['b'], b: ['c'], c: ['b'] }, ['b imports c imports b']],
    [{ a: ['b', 'c'], b: ['c'], c: [] }, []],
  ])('of %j the circles are %j', (needs, circles) => {
    expect(circlesIn(Object.entries(needs).map(([path, targets]) => ({ path, needs: targets })))).toEqual(circles);
  });
});

/** Programs that the benchmarks start as processes of their own. */
const PROCESSES = 'tools/bench/programs';

describe('nothing that a module keeps ever changes', () => {
  test('in all the code', () => {
    const found = SOURCES.filter(({ path }) => !isIn(PROCESSES, path)).flatMap((source) =>
      stateIn(source, sourceOf).map((state) => `${source.path}: ${state}`),
    );
    expect(found).toEqual([]);
  });
});

const stateOf = (text: string) => stateIn(readSource('mock/http/example.ts', text), sourceOf);

describe('state is seen', () => {
  test.each([
    // Variables, wherever they outlive a call.
    ['let listeners = 0;', /listeners is a variable \(let\)/],
    ['export let listeners = 0;', /variable/],
    ['var listeners: number;', /variable \(var\)/],
    ['let one = 1,\n  two = 2;', /one is a variable/],
    ['{ let count = 0; }', /variable/],
    ['if (process.env.DEBUG) { var count = 0; }', /variable/],
    ['for (let n = 0; n < 3; n++) start(() => n);', /variable/],
    ['namespace Known { export let count = 0; }', /variable/],
    ['export const { data } = JSON.parse("{}");', /pattern/],
    ['const [first] = [[]];', /pattern/],
    // What is made with something in it that changes.
    ['const known = new WeakMap<object, string>();', /new WeakMap/],
    ['export const events = new EventEmitter();', /new EventEmitter/],
    ['const worlds = [new World()];', /new World/],
    ['const all = { known: new WeakSet() };', /new WeakSet/],
    ['export default new World();', /new World/],
    ['const all = Object.create(null);', /Object\.create/],
    ['const next = counter();', /counter\(\)/],
    ['const next = (() => { let n = 0; return () => ++n; })();', /without a name/],
    ['const first = await load();', /waits for/],
    ['const words = gather`a`;', /tagged/],
    [
      'const counter = () => { let n = 0; return () => { n += 1; return n; }; };\nconst next = counter();',
      /n is a variable/,
    ],
    [
      'function store() { const all: string[] = []; return (x: string) => all.push(x); }\nconst keep = store();',
      /all is changed/,
    ],
    [
      'const inner = () => { let n = 0; return () => n++; };\nconst outer = () => inner();\nconst next = outer();',
      /inner\(\)/,
    ],
    ['const next = [1].map(() => { let n = 0; return () => n++; });', /n is a variable/],
    ['class World { static count = 0; }', /static field/],
    ['class World { static #count = 0; }', /static field/],
    ['const World = class { static known = new Map(); };', /static field/],
    ['class World { static { start(); } }', /static block/],
    ['class World { static open() { this.count = 1; } }', /this is changed/],
    // Constants that are changed.
    ['const all = new Map<string, number>();\nall.set("a", 1);', /all is changed/],
    ['const all: string[] = [];\nexport const keep = (x: string) => all.push(x);', /all is changed/],
    ['const all: string[] = [];\nexport function keep(x: string) {\n  all\n    .push(x);\n}', /all is changed/],
    ['const all: string[] = [];\nconst keep = (x: string) => all["push"](x);', /all is changed/],
    ['const all: string[] = [];\nconst keep = (x: string) => { all[all.length] = x; };', /all is changed/],
    ['const all: string[] = [];\nconst cut = () => { all.length = 0; };', /all is changed/],
    ['const all: readonly string[] = [];\nconst keep = (x: string) => (all as string[]).push(x);', /all is changed/],
    ['const all: string[] = [];\nconst keep = (x: string) => Array.prototype.push.call(all, x);', /all is changed/],
    [
      'const all: string[] = [];\nconst keep = (x: string) => { const list = all; list.push(x); };',
      /all is changed|list is changed/,
    ],
    ['const all = new Map<string, string[]>();\nconst keep = (x: string) => all.get(x)?.push(x);', /all is changed/],
    ['const all = [{ n: 0 }];\nfunction count() { for (const one of all) one.n += 1; }', /one is changed/],
    ['const one = { last: 0 };\nconst keep = () => { one.last = 1; };', /one is changed/],
    ['const one = { deep: { last: 0 } };\nconst keep = () => one.deep.last++;', /one is changed/],
    ['const one = { last: 9 };\nconst keep = () => { one.last -= 1; };', /one is changed/],
    ['const one: { last?: number } = {};\nconst keep = () => (one.last ??= 1);', /one is changed/],
    ['const one: { last?: number } = {};\nconst keep = () => delete one.last;', /one is changed/],
    ['const one = { a: 0 };\nconst keep = () => { [one.a] = [1]; };', /one is changed/],
    ['const one = { a: 0 };\nconst keep = () => { ({ b: one.a } = { b: 1 }); };', /one is changed/],
    ['const one = {};\nconst keep = () => Object.assign(one, { a: 1 });', /one is changed/],
    ['const one = {};\nconst keep = () => Object.defineProperty(\n  one,\n  "a", { value: 1 });', /one is changed/],
    ['const one = {};\nconst keep = () => Reflect.set(one, "a", 1);', /one is changed/],
    ['const counter = { n: 0, next() { return this.n++; } };', /this is changed/],
    ['export function next() { next.n = 1; }', /next is changed/],
    ['export function next(one = all) { all.push(one); }\nconst all: string[] = [];', /all is changed/],
    [
      'import { CONTROL_HEADERS } from "../control/headers";\nconst keep = () => (CONTROL_HEADERS as string[]).push("a");',
      /CONTROL_HEADERS is changed/,
    ],
    ['export const keep = () => { globalThis.known = 1; };', /globalThis is changed/],
    ['export const keep = () => { process.env.KNOWN = "1"; };', /process is changed/],
    ['const WORD = /\\w+/g;\nexport const isWord = (x: string) => WORD.test(x);', /WORD remembers/],
    ['const WORD = /\\w+/y;\nexport const next = (x: string) => WORD.exec(x);', /WORD remembers/],
  ])('in %j', (text, sentence) => {
    expect(stateOf(text).join('\n')).toMatch(sentence);
  });
});

describe('there is no state', () => {
  test.each([
    ['const LIMIT = 10;\nexport const NAMES = ["a", "b"] as const;'],
    ['const WORDS = new Set(["a"]);\nexport const isWord = (x: string) => WORDS.has(x);'],
    ['const NONE: readonly string[] = [];\nexport const isNone = (x: unknown) => x === NONE;'],
    ['const TABLE = { a: (x: string) => x, b() { return 1; } } satisfies object;'],
    ['const EDGES = [-1, 2 ** 53, -(2n ** 63n)].map(BigInt);'],
    [`const TEXT = \`a\${1 + 1}\`;\nconst FILE = join(__dirname, 'animals.json');`],
    ['const WORD = /\\w+/g;\nexport const words = (x: string) => x.matchAll(WORD);'],
    ['const WORD = /\\w+/;\nexport const isWord = (x: string) => WORD.test(x);'],
    ['export const count = () => { let n = 0; n += 1; return n; };'],
    ['export function gather(all: string[]) { all.push("a"); const more = [...all]; more.sort(); return more; }'],
    ['const all: readonly string[] = [];\nexport const more = (all: string[]) => all.push("a");'],
    ['const all: readonly string[] = [];\nexport function more() { const all: string[] = []; all.push("a"); }'],
    [
      'export function name() { const { one } = given(); const two = one; two.a = 1; }\ndeclare const given: () => any;',
    ],
    ['export class World { count = 0; readonly all = new Map(); next() { this.count++; this.all.set(1, 1); } }'],
    ['export class World { static open() { let n = 0; n++; return new World(); } }'],
    ['export function Request(this: { n: number }) { this.n = 1; }'],
    ['export function counter() { let n = 0; return () => n++; }'],
    [
      'import { memoized } from "../../openapi/contract/memo/memo";\nexport const doubled = memoized((x: object) => [x]);',
    ],
    ['import { memoized } from "../../openapi/contract";\nexport const doubled = memoized((x: object) => [x]);'],
    ['const twice = (f: () => void) => () => { f(); f(); };\nexport const start = twice(() => undefined);'],
    ['declare let known: number;\nexport type Known = typeof known;'],
    ['process.title = "mock";\nprocess.exitCode = 2;\nprocess.once("exit", () => undefined);'],
    ['export const sorted = (all: object) => Object.entries(all).reverse();'],
    ['export const first = (all: Map<string, { n: number }>) => { for (const one of all.values()) one.n = 1; };'],
  ])('in %j', (text) => {
    expect(stateOf(text)).toEqual([]);
  });
});
