import { DomainError, type ErrorCode, type Issue } from './errors.ts';

/**
 * Codes in the order in which they are to be mended: the company before its sales, form before codes, codes and records before taxes, taxes before
 * the sums that depend on them.
 */
const severity = [
  'invalid_state',
  'certificate_missing',
  'validation_error',
  'unsupported_document_type',
  'invalid_plate',
  'invalid_cest',
  'invalid_cfop',
  'invalid_template',
  'template_type_mismatch',
  'invalid_product',
  'invalid_tax_rule',
  'invalid_carrier',
  'invalid_client',
  'invalid_substitute',
  'invalid_taxation',
  'invalid_duplicates',
  'invalid_payments',
  'doubtful_document',
  'duplicate_external_id',
] as const satisfies ErrorCode[];

/** One thing wrong with a note, with the code that it has as the only one. */
export type Fault = Issue & { code: (typeof severity)[number] };

/** Makes a fault of the field at a path; its code is that of form unless another is given. */
export function refusal(path: string, message: string, code: Fault['code'] = 'validation_error'): Fault {
  return { code, path, message };
}

/**
 * Throws one error with all faults, one for each path, code and kind of doubt; does nothing when there are none. Code and message are those of the
 * gravest fault.
 *
 * @throws DomainError
 */
export function refuseAny(faults: Fault[]): void {
  if (faults.length > 0) refuse(faults);
}

/**
 * Throws one error with all faults, of which there must be at least one.
 *
 * @throws DomainError
 */
export function refuse(faults: Fault[]): never {
  const distinct = distinctOf(faults);
  const gravest = severity.map((code) => distinct.find((fault) => fault.code === code)).find((fault) => fault);
  if (!gravest) throw new TypeError('nothing to refuse');
  const others = distinct.length - 1;
  const more = others > 0 ? ` (e mais ${others} ${others > 1 ? 'problemas' : 'problema'} em issues)` : '';
  const where = gravest.path ? `${gravest.path}: ` : '';
  throw new DomainError(gravest.code, `${where}${gravest.message}${more}`, {
    issues: distinct.map(({ code, path, message, doubtCode }) => ({
      ...{ code, path, message },
      ...(doubtCode ? { doubtCode } : {}),
    })),
  });
}

/** The value of a step, or the faults for which it refused. */
export type StepResult<Value> = { value: Value; faults: [] } | { value: null; faults: [Fault, ...Fault[]] };

/** Runs a step; returns its value, or the faults of its DomainError. Other errors are thrown on. */
export function runStep<Value>(step: () => Value): StepResult<Value> {
  try {
    return { value: step(), faults: [] };
  } catch (error) {
    return { value: null, faults: faultsOf(error) };
  }
}

/** The same for an asynchronous step. */
export async function runAsyncStep<Value>(step: () => Promise<Value>): Promise<StepResult<Value>> {
  try {
    return { value: await step(), faults: [] };
  } catch (error) {
    return { value: null, faults: faultsOf(error) };
  }
}

function faultsOf(error: unknown): [Fault, ...Fault[]] {
  if (!(error instanceof DomainError)) throw error;
  const [first, ...others] = error.issues.flatMap(({ code = error.code, path, message }): Fault[] =>
    isFaultCode(code) ? [{ code, path, message }] : [],
  );
  if (!first) throw error;
  return [first, ...others];
}

function isFaultCode(code: ErrorCode): code is Fault['code'] {
  return severity.some((each) => each === code);
}

/** The faults of several stages that checked the same input: a later stage's fault is left out where an earlier stage has one at the same path. */
export function mergeFaults(...stages: Fault[][]): Fault[] {
  return stages.reduce((sofar, stage) => {
    const paths = new Set(sofar.map(({ path }) => path));
    return [...sofar, ...stage.filter(({ path }) => !paths.has(path))];
  }, []);
}

function distinctOf(faults: Fault[]): Fault[] {
  const seen = new Set<string>();
  return faults.filter(({ path, code, doubtCode = '' }) => {
    const key = `${code} ${path} ${doubtCode}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
