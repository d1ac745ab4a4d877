/** The mock inside a program: for Jest, Vitest and Playwright, and as an Express app for supertest. */
import type { Express } from 'express';
import { createApp } from './app';
import { createLog, type LogLevel } from './log';
import { checkOptions, MOCK_OPTIONS, START_OPTIONS } from './options';
import { listen, type Timeouts } from './server';
import { type Setup, setUp } from './setup';
import type { Clock } from './world/clock';
import type { World } from './world/model';

export { ContractError } from '../openapi/contract';
export type { LogLevel } from './log';
export type { Setup } from './setup';
export type { Clock } from './world/clock';

export interface MockOptions extends Setup {
  /** What is written to standard error: `silent`, nothing but faults of the mock itself. */
  readonly log?: LogLevel | undefined;
}

export interface StartOptions extends MockOptions {
  /** 0, a free one. */
  readonly port?: number | undefined;
  /** `127.0.0.1`. */
  readonly host?: string | undefined;
  /** How long a client may take to send a request: 10 s for its head, 30 s for the whole. */
  readonly timeouts?: Timeouts | undefined;
}

/** A world apart: its records, allowances, bans and clock are its own, and its keys lead to it alone. */
export interface IsolatedWorld {
  readonly id: string;
  /** The key's value by the key's name, e.g. `apiKeys.free`. */
  readonly apiKeys: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Records, allowances, bans and clock as at its start. */
  reset(): Promise<void>;
  /** Forgets the world; its keys are invalid from then on. */
  close(): void;
}

/** A mock without a port. `reset` and `clock` are those of the default world, the one of the keys in the keys file. */
export interface Mock {
  readonly app: Express;
  readonly clock: Clock;
  /** The path that the contract's servers put before every path, e.g. `/v1`. */
  readonly prefix: string;
  reset(): Promise<void>;
  world(): Promise<IsolatedWorld>;
}

/** A mock on a port of its own. */
export interface StartedMock extends Mock {
  /** With the contract's prefix, e.g. `http://127.0.0.1:4010/v1`. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/**
 * Makes a mock without a port: `request(mock.app).get(...)`.
 *
 * @throws ContractError when document, fixtures or keys can't be used
 * @throws TypeError for an option that there is not, or a value that it can't have
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  checkOptions('createMock', MOCK_OPTIONS, options);
  return (await make(options)).mock;
}

/**
 * Starts a mock on a port of its own.
 *
 * @throws ContractError when document, fixtures or keys can't be used
 * @throws TypeError for an option that there is not, or a value that it can't have
 */
export async function startMock(options: StartOptions = {}): Promise<StartedMock> {
  checkOptions('startMock', START_OPTIONS, options);
  const { mock, engine } = await make(options);
  const { origin, close } = await listen(
    mock.app,
    engine,
    options.host ?? '127.0.0.1',
    options.port ?? 0,
    options.timeouts,
  );
  return { ...mock, baseUrl: origin + mock.prefix, close };
}

async function make(options: MockOptions) {
  const log = createLog(options.log ?? 'silent', process.stderr);
  const engine = await setUp(options, log, () => {});
  const { worlds, contract } = engine;
  const mock: Mock = {
    app: createApp(engine),
    clock: worlds.main.clock,
    prefix: contract.prefix,
    reset: () => worlds.main.reset(),
    async world() {
      const { world, apiKeys } = await worlds.create();
      return { ...faceOf(world), apiKeys, close: () => worlds.remove(world) };
    },
  };
  return { mock, engine };
}

const faceOf = (world: World) => ({ id: world.id, clock: world.clock, reset: () => world.reset() });
