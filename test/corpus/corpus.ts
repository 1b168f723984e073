import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv } from 'ajv';
import type { OperationId } from '../../sdk/src/testing/operation.ts';
import schema from './corpus.schema.json' with { type: 'json' };

/** Name of an operation of the contract. */
export type { OperationId };

/** A JSON value. An object with one key that begins with `$` is a function in a request, a matcher in an expectation. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What a response must be: a success, or a refusal in the one shape of errors. */
export interface Expectation {
  status: number;
  body?: Json;
  headers?: Record<string, Json>;
  code?: string;
  param?: string;
}

/** One request, sent again until its response matches `until` where that is given. */
export interface CallStep {
  call: OperationId;
  as?: string | { session: string };
  path?: Record<string, string>;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  body?: Json;
  text?: Json;
  until?: Json;
  expect: Expectation;
  save?: string;
}

/** What a wallet does with its key. */
export interface SignStep {
  sign: 'text' | 'transaction';
  wallet: string;
  value: string;
  save: string;
}

export type Step = CallStep | SignStep;

/** Steps that hold together, those of its setups first. */
export interface Case {
  file: string;
  name: string;
  deployment: 'usual' | 'once';
  steps: Step[];
}

interface Setup {
  given?: string[];
  steps: Step[];
}

interface CorpusFile {
  setups?: Record<string, Setup>;
  cases?: (Setup & { name: string; deployment?: Case['deployment'] })[];
}

const DIRECTORY = join(import.meta.dirname, 'cases');

/** Every case, in the order of files and of their cases. Throws with all that is wrong with the files. */
export function loadCorpus(): Case[] {
  const validate = new Ajv({ allErrors: true, strict: false }).compile<CorpusFile>(schema);
  const files = globSync('*.json', { cwd: DIRECTORY })
    .toSorted()
    .map((file) => {
      const content: unknown = JSON.parse(readFileSync(join(DIRECTORY, file), 'utf8'));
      if (validate(content)) return { file: basename(file, '.json'), ...content };
      const faults = validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
      throw new Error(`${file}:\n${faults.join('\n')}`);
    });
  const setups: Record<string, Setup> = Object.assign({}, ...files.map((file) => file.setups));
  const stepsOf = ({ given = [], steps }: Setup): Step[] => [
    ...given.flatMap((name) => {
      const setup = setups[name];
      if (setup === undefined) throw new Error(`There is no setup ${name}.`);
      return stepsOf(setup);
    }),
    ...steps,
  ];
  return files.flatMap(({ file, cases = [] }) =>
    cases.map(({ name, deployment = 'usual', ...rest }) => ({
      file,
      name,
      deployment,
      steps: stepsOf(rest),
    })),
  );
}
