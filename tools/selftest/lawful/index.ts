import type { Lawful } from '../server/cases';
import { allowances } from './allowances';
import { limits } from './limits';
import { together } from './parallel';
import { records } from './records';
import { transport } from './transport';
import { writing } from './writing';

/**
 * Every unusual server that keeps the contract. To add one: a row of the table that it belongs to, with the reason why
 * it is lawful; its name says what the server does, and no other has it.
 */
export const lawful: readonly Lawful[] = [...allowances, ...limits, ...transport, ...writing, ...records, ...together];
