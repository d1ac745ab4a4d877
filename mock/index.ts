/** The mock inside a program: for Jest, Vitest and Playwright, and as an Express app for supertest. */
import type { Express } from 'express';
import { readOptions } from '../openapi/program/given-options';
import { withDefaults } from '../openapi/program/option';
import { faceOf, openFace, type SessionFace, type WorldFace } from './client/client';
import type { SessionOptions } from './control/sessions';
import { createLog } from './observe/log';
import { createApp } from './server/app';
import { listen } from './server/server';
import { MOCK_OPTIONS, type MockOptions, OPTIONS, type Options, type StartOptions } from './setup/options';
import { setUp } from './setup/setup';

export { ContractError } from '../openapi/contract';
export type { SessionFace, WorldFace } from './client/client';
export type { AllowanceChange, AllowanceState } from './control/allowances';
export type { SessionOptions } from './control/sessions';
export type { State, StateChange } from './control/state';
export type { LogLevel } from './observe/log';
export type { RecordedRequest } from './observe/recorded-request';
export type { MockOptions, StartOptions } from './setup/options';
export type { Setup } from './setup/setup';
export type { Clock } from './world/clock';
export type { Abort, Fault, FaultRule } from './world/faults';
export type { Pattern } from './world/pattern';

/** A mock without a port. What it has of a world is that of the default one, which the keys of the keys file lead to. */
export interface Mock extends WorldFace {
  readonly app: Express;
  /** The path that the contract's servers put before every path, e.g. `/v1`. */
  readonly prefix: string;
  /** Opens a world of its own, which its keys alone lead to. */
  session(options?: SessionOptions): Promise<SessionFace>;
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
  return (await make(readOptions('createMock', MOCK_OPTIONS, options))).mock;
}

/**
 * Starts a mock on a port of its own.
 *
 * @throws ContractError when document, fixtures or keys can't be used
 * @throws TypeError for an option that there is not, or a value that it can't have
 */
export async function startMock(options: StartOptions = {}): Promise<StartedMock> {
  const { mock, engine, values } = await make(readOptions('startMock', OPTIONS, options));
  const { origin, close } = await listen(mock.app, engine, values.host, values.port, values.timeouts);
  return {
    ...mock,
    baseUrl: origin + mock.prefix,
    async close() {
      for (const { id } of engine.worlds.sessions()) engine.worlds.close(id);
      await close();
    },
  };
}

async function make(given: Partial<Options>) {
  const values = withDefaults(OPTIONS, given);
  const engine = await setUp(values, createLog(values.log, process.stderr), () => {});
  const mock: Mock = {
    ...faceOf(engine, engine.worlds.main),
    app: createApp(engine),
    prefix: engine.contract.prefix,
    session: (sessionOptions = {}) => openFace(engine, sessionOptions),
  };
  return { mock, engine, values };
}
