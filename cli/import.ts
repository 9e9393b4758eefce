export { importFile } from './import/import-file.ts';
export { noProgress, showProgress } from './import/progress.ts';
export { reportInWords } from './import/report.ts';
