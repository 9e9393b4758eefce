import { constants } from 'node:fs';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type Mail, type Mailer, type MailOutcome, messageOf } from './mail.ts';
import { type DkimKey, pooledMailer, smtpMailer } from './smtp.ts';

/** The sender, and where mails go: to an SMTP server by its URL, or as files into a folder. */
export type MailSettings = { from: string } & ({ smtpUrl: string; dkim?: DkimKey } | { folder: string });

/** Makes the mailer that the settings choose. */
export function createMailer(settings: MailSettings): Mailer {
  return 'folder' in settings ? folderMailer(settings) : smtpMailer(settings);
}

/** The same for thousands of mails: connections are kept open. */
export function createBulkMailer(settings: MailSettings): Mailer & { close(): void } {
  return 'folder' in settings ? { ...folderMailer(settings), close: () => {} } : pooledMailer(settings);
}

/** Only the user that Lavra runs as may read the files, because the link of an invitation is in one. */
const privately = { mode: 0o600 };

/** Writes each mail into a folder as `<id>.eml`, which mail programs open, in place of sending it. */
export function folderMailer({ folder, from }: { folder: string; from: string }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail: Mail): Promise<MailOutcome> {
      const { message } = await transport.sendMail(messageOf(mail, from));
      const path = join(folder, `${mail.id}.eml`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(`${path}.part`, message, privately);
        await rename(`${path}.part`, path); // a program that watches the folder sees complete files only
        return { kind: 'taken', refused: [] };
      } catch (error) {
        return { kind: 'later', reason: `A pasta de e-mails ${folder} não pôde ser escrita: ${String(error)}` };
      }
    },
    async check(): Promise<string | null> {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.W_OK);
        return null;
      } catch (error) {
        return `A pasta de e-mails ${folder} não pode ser escrita: ${String(error)}`;
      }
    },
  };
}
