const { TestEnvironment } = require('jest-environment-jsdom');

/** As many teams have it: jsdom, and of Node what it lacks. Its timers stay those of a browser, which are numbers. */
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    const { fetch, Request, Response, Headers, ReadableStream, TextEncoder, TextDecoder, structuredClone } = globalThis;
    Object.assign(this.global, { fetch, Request, Response, Headers });
    Object.assign(this.global, { ReadableStream, TextEncoder, TextDecoder, structuredClone });
  }
};
