import { isIn, readSource, SOURCES, sourceOf } from './testing/sources';
import { stateIn } from './testing/state';

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
