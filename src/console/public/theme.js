// Applies the chosen theme before the page is first painted: the console itself loads later. shell/theme.ts stores the choice.
{
  const choice = globalThis.localStorage.getItem('ringflow.theme');
  if (choice === 'light' || choice === 'dark') globalThis.document.documentElement.dataset.theme = choice;
}
