/** The commands with a name of their own, in the order in which `--help` lists them. To add one, add a file and a line here. */
import type { Command } from './command';
import { compare } from './compare';
import { judge } from './judge';
import { proxy } from './proxy';
import { replay } from './replay';

export const COMMANDS: readonly Command[] = [judge, proxy, compare, replay];
