export async function main(argv: string[]): Promise<void> {
  console.log('hello', argv.slice(2), process.version);
  await Promise.resolve();
}
