import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { ModernFakeTimers } from '@jest/fake-timers';
import fc from 'fast-check';
import { ModuleMocker } from 'jest-mock';
import { rounds } from './long';

fc.configureGlobal({ numRuns: rounds(300) });

/**
 * An environment of Jest whose tests run in the realm of the worker, as the modules that all of them share do (`runtime.cjs`).
 * What a test file has made of the global object is undone after it.
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

  constructor({ projectConfig }: JestEnvironmentConfig, { docblockPragmas }: EnvironmentContext) {
    // Of the global object itself they would replace what `node:timers` has as well, which our programs take so as to go on.
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: new Proxy(globalThis, {}) });
    this.hasOwnModules = docblockPragmas.modules !== undefined;
  }

  async setup(): Promise<void> {}

  async teardown(): Promise<void> {
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
