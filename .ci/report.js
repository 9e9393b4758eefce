import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * `node .ci/report.js counts|failures <report>`: what the runner's report in JSON says. `counts`: how many tests passed, how many failed. A file that
 * could not run counts as one that failed. `failures`: each of them with the first lines of why.
 */
const [wanted, path] = process.argv.slice(2);
const { numPassedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'));

const failures = testResults.flatMap(({ name, status, assertionResults, message }) => {
  const file = name.slice(name.indexOf('/tests/') + 1);
  const failed = assertionResults
    .filter((each) => each.status === 'failed')
    .map(({ fullName, failureMessages }) => ({ title: `${file}: ${fullName}`, why: failureMessages.join('\n') }));
  return status === 'failed' && failed.length === 0 ? [{ title: file, why: message }] : failed;
});

if (wanted === 'counts') {
  process.stdout.write(`${numPassedTests} ${failures.length}\n`);
} else {
  for (const { title, why } of failures) {
    const lines = stripVTControlCharacters(why)
      .split('\n')
      .filter((line) => line.trim() !== '');
    const first = lines.slice(0, 12).map((line) => `    ${line.slice(0, 200)}`);
    process.stdout.write([`\n  failed: ${title}`, ...first, ''].join('\n'));
  }
}
