/** @jest-config-loader esbuild-register */
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

const shared: Config = {
  transform: { '\\.[cm]?[jt]s$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
};

const config: Config = {
  // A third of the time tests wait, for programs that they start and for what takes its time.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testSequencer: '<rootDir>/openapi/program/testing/sequencer.cjs',
  // Some stories send a thousand requests, and the machine may have other things to do. Here alone Jest reads it.
  testTimeout: 60_000,
  projects: [
    {
      ...shared,
      displayName: 'project',
      // Both say why.
      runtime: '<rootDir>/openapi/program/testing/runtime.cjs',
      testEnvironment: '<rootDir>/openapi/program/testing/environment.ts',
      // Node itself goes by it.
      fakeTimers: { doNotFake: ['nextTick'] },
      roots: ['<rootDir>/openapi', '<rootDir>/mock', '<rootDir>/conformance', '<rootDir>/tools'],
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: ['<rootDir>/conformance/jest/'],
      globalTeardown: '<rootDir>/mock/testing/report-missing.ts',
    },
    // `npx jest --selectProjects conformance` judges a server; see docs/conformance.md.
    {
      ...shared,
      displayName: 'conformance',
      roots: ['<rootDir>/conformance/jest'],
      // Judges before the tests are defined: what was not judged is then one to skip.
      testEnvironment: '<rootDir>/conformance/jest/testing/environment.ts',
      testMatch: ['**/*.test.ts'],
    },
  ],
};

export default config;
