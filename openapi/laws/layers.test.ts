import { dirname } from 'node:path';

import { circlesIn, wrongImports } from './testing/arrows';
import { folderOf, LAYERS, layerOf } from './testing/layers';
import { readSource, SOURCES } from './testing/sources';

/** Folders of more modules, each with the reason why it is one idea all the same. */
const LARGER: Readonly<Record<string, { readonly most: number; readonly reason: string }>> = {
  'conformance/rules/oracles': { most: 18, reason: 'one module for each oracle, or for some of one subject' },
  'mock/actions': { most: 20, reason: 'one module for each kind of operation, and for what several of them need' },
  'mock/console/page/panels': { most: 26, reason: 'one module for each panel, and for each form in one' },
  'mock/control': { most: 40, reason: 'one module for each part of the control plane' },
  'mock/docs/page/model': { most: 18, reason: 'one module for each part of a document' },
  'mock/pipeline': { most: 22, reason: 'one module for each stage' },
  'mock/server': { most: 18, reason: 'one module for each part of a connection' },
};

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

  test('a folder of the mock or the contract has about a dozen modules, or a reason to have more', () => {
    const counts = new Map<string, number>();
    // What a page has in a module's place is no other idea.
    const modules = SOURCES.filter(({ path }) => !path.endsWith('.browser.ts'));
    for (const { path } of modules) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    const large = [...counts].filter(([folder, count]) => {
      const isMeant = /^(mock|openapi)\b/.test(folder);
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
