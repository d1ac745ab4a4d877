import async_hooks from 'node:async_hooks';
import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { ModernFakeTimers } from '@jest/fake-timers';
import fc from 'fast-check';
import { ModuleMocker } from 'jest-mock';
import { rounds } from './long';

fc.configureGlobal({ numRuns: rounds(300) });

/**
 * An environment of Jest whose tests run in the realm of the worker, as the modules that all of them share do (`runtime.cjs`).
 * What a test file has made of the global object is undone after it.
 *
 * Jest's runner enables an `AsyncLocalStorage` for each test file and never disables it, and Node goes through all of those
 * for each promise: in a process that has run 160 files, a promise took fifty times as long as in a new one.
 */
export default class SharedEnvironment {
  readonly global = globalThis;
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimers = null;
  readonly fakeTimersModern: ModernFakeTimers;
  /** Whether the test file has modules of its own. */
  readonly hasOwnModules: boolean;
  readonly #globals = Object.getOwnPropertyDescriptors(globalThis);
  readonly #exit = process.exit;
  readonly #Original = async_hooks.AsyncLocalStorage;
  readonly #storages: async_hooks.AsyncLocalStorage<unknown>[] = [];

  constructor({ projectConfig }: JestEnvironmentConfig, { docblockPragmas }: EnvironmentContext) {
    // Of the global object itself they would replace what `node:timers` has as well, which our programs take so as to go on.
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: new Proxy(globalThis, {}) });
    this.hasOwnModules = docblockPragmas.modules !== undefined;
  }

  async setup(): Promise<void> {
    const storages = this.#storages;
    async_hooks.AsyncLocalStorage = class<T> extends this.#Original<T> {
      constructor() {
        super();
        storages.push(this);
      }
    };
  }

  async teardown(): Promise<void> {
    async_hooks.AsyncLocalStorage = this.#Original;
    for (const storage of this.#storages) storage.disable();
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    process.exit = this.#exit;
    for (const key of Reflect.ownKeys(globalThis)) {
      if (!Object.hasOwn(this.#globals, key)) Reflect.deleteProperty(globalThis, key);
    }
    Object.defineProperties(globalThis, this.#globals);
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }

  /** The realm of the worker; `runtime.cjs` compiles into it without being told. */
  getVmContext(): object {
    return {};
  }
}
