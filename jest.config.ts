/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

const config: Config = {
  roots: ['<rootDir>/openapi', '<rootDir>/mock'],
  testMatch: ['**/*.test.ts'],
  transform: { '\\.[cm]?[jt]s$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
  // Published as an ES module, which Jest does not load by require: compiled like our own code.
  transformIgnorePatterns: ['/node_modules/(?!(@apidevtools/json-schema-ref-parser)/)'],
};

export default config;
