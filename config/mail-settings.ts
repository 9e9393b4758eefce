/** The settings of mails, as they are in the environment. */
type MailEnv = {
  LAVRA_MAIL_FROM?: string | undefined;
  LAVRA_MAIL_FOLDER?: string | undefined;
  LAVRA_DKIM_DOMAIN?: string | undefined;
  LAVRA_DKIM_SELECTOR?: string | undefined;
  LAVRA_DKIM_KEY_FILE?: string | undefined;
};

/** Mails in a folder are read by whoever runs this, and come from nobody in particular. */
export function mailOf(
  env: MailEnv,
  smtpUrl: string | undefined,
  readSecretFile: (path: string, setting: string) => string,
) {
  const { LAVRA_MAIL_FROM: from, LAVRA_MAIL_FOLDER: folder } = env;
  if (folder !== undefined) return { folder, from: from ?? 'Lavra <lavra@localhost>' };
  return smtpUrl !== undefined && from !== undefined ? { smtpUrl, from, ...dkimOf(env, readSecretFile) } : null;
}

function dkimOf(env: MailEnv, readSecretFile: (path: string, setting: string) => string) {
  const { LAVRA_DKIM_DOMAIN: domain, LAVRA_DKIM_SELECTOR: selector, LAVRA_DKIM_KEY_FILE: file } = env;
  if (domain === undefined || selector === undefined || file === undefined) return {};
  return { dkim: { domain, selector, privateKey: readSecretFile(file, 'LAVRA_DKIM_KEY_FILE') } };
}

/** Whether all that a signature needs is said, or nothing of it. */
export function isDkimWhole({ LAVRA_DKIM_DOMAIN, LAVRA_DKIM_SELECTOR, LAVRA_DKIM_KEY_FILE }: MailEnv): boolean {
  const said = [LAVRA_DKIM_DOMAIN, LAVRA_DKIM_SELECTOR, LAVRA_DKIM_KEY_FILE].filter((each) => each !== undefined);
  return said.length % 3 === 0;
}

export const dkimFault = 'is needed with LAVRA_DKIM_DOMAIN and LAVRA_DKIM_SELECTOR: all three, or none';
