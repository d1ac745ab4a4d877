import type { Lawful } from '../server/cases';
import { allowances } from './allowances';
import { combined } from './combined';
import { connections } from './connections';
import { limits } from './limits';
import { ownRules } from './own-rules';
import { parallel } from './parallel';
import { records } from './records';
import { removal } from './removal';
import { requests } from './requests';
import { transport } from './transport';
import { windowsThatGiveBack } from './windows';
import { writing } from './writing';

/**
 * Every unusual server that keeps the contract. To add one: write it into the list that it belongs to, with the reason
 * why it is lawful; its name says what the server does, and no other has it.
 */
export const lawful: readonly Lawful[] = [
  ...allowances,
  ...limits,
  ...windowsThatGiveBack,
  ...transport,
  ...connections,
  ...writing,
  ...requests,
  ...records,
  ...ownRules,
  ...parallel,
  ...removal,
  ...combined,
];
