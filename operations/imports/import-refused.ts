type ImportRefusal = 'invalid_file' | 'unknown_columns' | 'missing_columns' | 'import_running';

/** A file of which nothing can be imported as it is; the message says why in one sentence, and `code` is stable. */
export class ImportRefused extends Error {
  readonly code: ImportRefusal;
  /** What somebody at a command line can do about it, as a sentence; empty where only the file can be mended. */
  readonly command: string;

  constructor(
    code: ImportRefusal,
    message: string,
    { command = '', ...options }: ErrorOptions & { command?: string } = {},
  ) {
    super(message, options);
    this.name = 'ImportRefused';
    this.code = code;
    this.command = command;
  }
}
