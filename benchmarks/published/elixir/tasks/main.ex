defmodule Main do
  def start do
    # Not of the post, whose program is a script: what a program that is started by `-s` needs (see programs/elixir/tasks/main.ex).
    Process.flag(:trap_exit, false)
    {:ok, _} = Application.ensure_all_started(:elixir)
    [number] = Enum.map(:init.get_plain_arguments(), &List.to_integer/1)

    tasks =
      for _ <- 1..number do
        Task.async(fn -> :timer.sleep(10000) end)
      end

    Task.await_many(tasks, :infinity)
    System.halt(0)
  end
end
