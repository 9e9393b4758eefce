import { DomainError, type ErrorCode, type Issue } from './errors.ts';

/** What has to be mended first: the company before its sales, form before codes, codes and records before taxes, taxes before the sums that depend on them. */
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

/** One thing wrong with a note, under the code it would have alone. */
export type Fault = Issue & { code: (typeof severity)[number] };

/** A fault of the field at that path: of form, unless another code is given. */
export function refusal(path: string, message: string, code: Fault['code'] = 'validation_error'): Fault {
  return { code, path, message };
}

/**
 * Throws one error that lists every fault, one for each path, code and kind of doubt; does nothing when there is none. The code and the sentence are those
 * of the gravest fault.
 *
 * @throws DomainError
 */
export function refuseAny(faults: Fault[]): void {
  if (faults.length > 0) refuse(faults);
}

/**
 * Ends in one error that lists every fault, of which there is one at least.
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

/** What a step gives, or the faults for which it refuses. */
export type StepResult<Value> = { value: Value; faults: [] } | { value: null; faults: [Fault, ...Fault[]] };

/** What a step gives, or the faults for which it refuses; any other error goes on. */
export function tried<Value>(step: () => Value): StepResult<Value> {
  try {
    return { value: step(), faults: [] };
  } catch (error) {
    return { value: null, faults: faultsOf(error) };
  }
}

/** `tried` of a step that takes its time. */
export async function triedLater<Value>(step: () => Promise<Value>): Promise<StepResult<Value>> {
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

/** The faults of stages that were checked side by side: what an earlier stage has against a field is not said again. */
export function joined(...stages: Fault[][]): Fault[] {
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
