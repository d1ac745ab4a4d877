import { test } from 'node:test';
import { expect } from 'expect';
// README: in a test
