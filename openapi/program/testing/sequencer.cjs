const { default: Sequencer } = require('@jest/test-sequencer');

/** The longest tests, then others that judge many servers, or start programs and pages, most of which take over ten seconds. */
const SLOW = [
  /\/tools\/(selftest\/(lawful|faults)|papers\/conformance|bench\/cli)\.test\.ts$/,
  /\/(cli|schemes|control-plane|unspecified-law|turn|foreign-\w+|samples|replicas|playwright|exam|console-\w+|run)\.test\.ts$/,
  /\/(tools|mock\/(console|docs|exam|watch))\//,
];
const rankOf = ({ path }) => [...SLOW, /./].findIndex((slow) => slow.test(path));

/**
 * Begins with what takes long, so that no worker is left alone with it at the end. Jest knows that from earlier runs; in a fresh
 * clone it goes by the size of the files.
 */
class SlowFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

module.exports = SlowFirst;
