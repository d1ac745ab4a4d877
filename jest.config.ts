/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

const shared: Config = {
  transform: { '\\.[cm]?[jt]s$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
};

const config: Config = {
  // Nothing else is there to be done meanwhile; Jest's default leaves one processor idle.
  maxWorkers: '100%',
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
