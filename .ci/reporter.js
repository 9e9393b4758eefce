import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * A reporter that leaves at `CI_REPORT` how many tests passed and failed in its first line, and below each failure with the first lines of why, then
 * their names alone, as of a long output only the end may be kept. A file that could not run, and an error that nobody caught, count too.
 */
export default class CiReporter {
  /** What failed is told when it fails: a run that is cut short would else take its reasons with it. */
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state !== 'failed') return;
    process.stdout.write(
      `  failed: ${test.module.relativeModuleId}: ${test.fullName}\n${whyOf(errors?.[0]).join('\n')}\n`,
    );
  }

  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failures = [
      ...modules.flatMap((module) => module.errors().map((error) => ({ title: module.relativeModuleId, error }))),
      ...modules
        .flatMap(({ children }) => [...children.allSuites()])
        .flatMap((suite) =>
          suite.errors().map((error) => ({ title: `${suite.module.relativeModuleId}: ${suite.fullName}`, error })),
        ),
      ...tests
        .filter((test) => test.result().state === 'failed')
        .map((test) => ({
          title: `${test.module.relativeModuleId}: ${test.fullName}`,
          error: test.result().errors?.[0],
        })),
      ...unhandled.map((error) => ({ title: 'an error that nobody caught', error })),
    ];
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const told = [
      `${passed} ${failures.length}`,
      ...failures.flatMap(({ title, error }) => ['', `  failed: ${title}`, ...whyOf(error)]),
      '',
      ...failures.map(({ title }) => `  failed: ${title.slice(0, 200)}`),
    ];
    writeFileSync(process.env.CI_REPORT, `${told.join('\n')}\n`);
  }
}

function whyOf(error) {
  const why = stripVTControlCharacters(error?.stack ?? error?.message ?? '');
  const ours = why
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^ +at .*(node:internal|node_modules)/.test(line));
  return ours.slice(0, 8).map((line) => `    ${line.slice(0, 200)}`);
}
