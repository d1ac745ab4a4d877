import { defineConfig } from 'vite';

/** The page asks for `/v1/…` of its own origin, and Vite passes that on to the mock, as it would to the real service. */
export default defineConfig({
  server: { proxy: { '/v1': process.env.MOCK ?? 'http://127.0.0.1:4010' } },
});
