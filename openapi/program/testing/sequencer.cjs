const { default: Sequencer } = require('@jest/test-sequencer');

/** Tests that start programs and pages, most of which take over ten seconds. */
const SLOW = /\/(tools|mock\/(console|docs|exam|watch))\/|\/(cli|unspecified-law|playwright)\.test\.ts$/;

/**
 * Begins with what takes long, so that no worker is left alone with it at the end. Jest knows that from earlier runs; in a fresh
 * clone it goes by the size of the files.
 */
class SlowFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(({ path }) => SLOW.test(path)), ...sorted.filter(({ path }) => !SLOW.test(path))];
  }
}

module.exports = SlowFirst;
