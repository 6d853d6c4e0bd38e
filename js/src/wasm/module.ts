/** The compiled module, once for the whole program. */
let compiled: Promise<WebAssembly.Module> | undefined;

export function compiledModule(): Promise<WebAssembly.Module> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<WebAssembly.Module> {
  const { readFile } = await import('node:fs/promises');
  return WebAssembly.compile(await readFile(new URL('../restante.wasm', import.meta.url)));
}
